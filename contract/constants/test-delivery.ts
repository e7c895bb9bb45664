/** People, and addresses, that a list of those who get real messages may have. */
export const TEST_ADDRESSES_MAX = 200;
/** Characters of one: tokens of devices and addresses of chats are long. */
export const TEST_ADDRESS_MAX = 1_000;
