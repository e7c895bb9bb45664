/** Frame of emails made in the editor when the organisation has no layout of its own. */
export const BUILT_IN_LAYOUT = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{ subject }}</title>
  </head>
  <body style="margin: 0; padding: 24px; background-color: #f4f4f7; font-family: Helvetica, Arial, sans-serif; color: #1f2333">
    <div style="max-width: 600px; margin: 0 auto; padding: 24px; background-color: #ffffff; border-radius: 8px">
      {% if branding.logo %}<img src="{{ branding.logo }}" alt="" style="display: block; max-height: 48px; margin: 0 auto 16px">{% endif %}
      {{ body }}
    </div>
  </body>
</html>
`;
