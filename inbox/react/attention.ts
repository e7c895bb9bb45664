import { safeImageUrl } from "../core/safe-url.ts";
import type { Notification } from "../core/types.ts";

/* What reaches a person who does not look at the page: a sound, and a notification of the operating system. */

/** Milliseconds in which one sound is enough. */
const SOUND_EVERY_MS = 5_000;
let lastSoundAt = Number.NEGATIVE_INFINITY;
let audio: AudioContext | undefined;

/** Plays a sound file, or two soft tones. Browsers are silent until the person has pressed something on the page. */
export function playSound(sound: true | string): void {
  if (Date.now() - lastSoundAt < SOUND_EVERY_MS) return;
  lastSoundAt = Date.now();
  if (sound !== true) {
    // A page that nobody has touched may not play, and that is right.
    new Audio(sound).play().catch(() => undefined);
    return;
  }
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  for (const [index, frequency] of [660, 880].entries()) {
    const start = audio.currentTime + index * 0.12;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.06, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

/**
 * Asks whether notifications of the operating system may be shown, for `desktopNotifications`. Call it when the person has
 * pressed something that says so: browsers refuse, and remember, a question that comes out of nowhere.
 */
export async function requestDesktopNotifications(): Promise<boolean> {
  if (typeof window === "undefined" || !window.Notification) return false;
  if (window.Notification.permission !== "default") return window.Notification.permission === "granted";
  if (navigator.userActivation?.isActive === false) return false;
  return (await window.Notification.requestPermission()) === "granted";
}

/** Shows a notification of the operating system, if that is allowed and nobody looks at the page. All tabs together show one. */
export function showDesktopNotification(notification: Notification, onOpen: () => void): void {
  if (window.Notification?.permission !== "granted" || document.hasFocus()) return;
  const { id, subject, body, avatar } = notification;
  const icon = safeImageUrl(avatar);
  try {
    const shown = new window.Notification(subject?.trim() || body, {
      tag: id,
      ...(subject?.trim() && { body }),
      ...(icon !== undefined && { icon }),
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
  } catch {
    // Chrome on Android has the constructor only in service workers.
  }
}
