import { html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';

/** The hidden data with which the browser script follows a service date. */
export function liveHtml({ here, location, words }: ConsoleInput, date: string): Html {
  const clock = words.base.page.clock('{h}', '{m}');
  return html`<div
    id="live"
    hidden
    data-here="${here}"
    data-date="${date}"
    data-time-zone="${location.timeZone}"
    data-clock="${clock}"
    data-words="${JSON.stringify(words.live.script)}"
  ></div>`;
}
