// SDKs that are published without types, as far as the tests call them.

declare module "@mailchimp/mailchimp_transactional" {
  export default function createClient(apiKey: string): {
    messages: { send(body: { message: object }): Promise<unknown> };
  };
}

declare module "sparkpost" {
  export default class SparkPost {
    constructor(apiKey: string);
    transmissions: { send(transmission: object): Promise<unknown> };
  }
}

declare module "africastalking" {
  export default function createClient(credentials: { apiKey: string; username: string }): {
    SMS: { send(message: { to: string[]; message: string; from: string }): Promise<unknown> };
  };
}
