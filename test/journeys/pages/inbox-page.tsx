import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Inbox, type InboxProps, Toaster } from "#inbox/react/index.ts";

// A customer's page with the inbox in React; its settings are in the page.

const settings: InboxProps = JSON.parse(document.getElementById("settings")?.textContent ?? "{}");
const place = document.getElementById("root");
const inbox = (
  <Inbox {...settings}>
    <Toaster />
  </Inbox>
);
if (place?.hasChildNodes()) hydrateRoot(place, inbox);
else if (place !== null) createRoot(place).render(<StrictMode>{inbox}</StrictMode>);
