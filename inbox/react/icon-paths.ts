const CIRCLE = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z";
const BOX = "M5.5 8.5v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-9M4 4.5h16v4H4z";

/** SVG paths in a 24 by 24 box. */
export const PATHS = {
  bell: "M6 9.5a6 6 0 0 1 12 0c0 4.6 2 6 2 6H4s2-1.4 2-6M10 19a2.2 2.2 0 0 0 4 0",
  check: "m5 12.5 4.5 4.5L19 7.5",
  checkAll: "m2.5 12.5 4.5 4.5 9.5-9.5M12.5 17l9-9.5",
  unread: "M17.5 12a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z",
  archive: `${BOX}M10 12.5h4`,
  unarchive: `${BOX}M12 16.5v-5m-2.5 2.2 2.5-2.5 2.5 2.5`,
  snooze: `M12 7.5V12l3 2${CIRCLE}`,
  trash: "M4 7h16M9.5 7V4.5h5V7M6 7l.8 13h10.4L18 7m-8 4v5m4-5v5",
  more: "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Zm7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0Zm7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z",
  settings:
    "M14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm4 0a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM12 2.5v3m0 13v3M2.5 12h3m13 0h3M5.3 5.3l2.1 2.1m9.2 9.2 2.1 2.1M5.3 18.7l2.1-2.1m9.2-9.2 2.1-2.1",
  down: "m7 10 5 5 5-5",
  close: "M6 6l12 12M18 6 6 18",
  warning: "M12 4 2.8 19.5h18.4L12 4Zm0 6v4m0 3v.01",
  info: `M12 11v6m0-9.5v.01${CIRCLE}`,
  error: `m9 9 6 6m0-6-6 6${CIRCLE}`,
  success: `m8 12.3 2.8 2.7L16 9.5${CIRCLE}`,
  up: "M12 19V6m-6 5.5L12 5.5l6 6",
  in_app: "M4 13h4.5l1.2 2.5h4.6l1.2-2.5H20M4 13l2.6-7.5h10.8L20 13v5.5H4z",
  email: "M3.5 6h17v12.5h-17zm.5.5 8 6.5 8-6.5",
  sms: "M4 5h16v11.5h-8L7.5 20v-3.5H4zM8 10.8v.01m4-.01v.01m4-.01v.01",
  chat: "M5.5 9.3h13.8M4.7 14.7h13.8M10.2 4.5 8 19.5m8-15-2.2 15",
  push: "M7.5 3.5h9v17h-9zm3.5 14h2",
  lock: "M6 11h12v8.5H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3",
  back: "M19 12H5.5m6-6.5L5 12l6.5 6.5",
  plus: "M12 5v14M5 12h14",
  copy: "M9 9h10.5v10.5H9zm6-4.5H4.5V15",
  question: `M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01${CIRCLE}`,
};

export type IconName = keyof typeof PATHS;
