import type { Brand } from '@bord/engine';
import { brandColours, ON_DARK_ACCENT } from '../web/brand-colours.ts';
import { dialUrl } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import type { Letter, Part } from './letter.ts';

/** A letter as HTML for old and new mail programs: styles are inline, and only the restaurant's logo is loaded. */
export function letterHtml(letter: Letter): string {
  const { language, subject, preview, brand, masthead, title, parts } = letter;
  const palette = paletteOf(brand);
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${darkRules(palette)}
        </style>
      </head>
      <body class="ground" style="${GROUND}">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
        ${OUTLOOK_OPENS}
        <div class="sheet" style="${SHEET}">
          ${brand?.logo ? html`<img class="logo" src="${brand.logo}" alt="" height="48" style="${LOGO}" />` : null}
          <p class="house" style="${MASTHEAD};color:${palette.quiet}">${masthead}</p>
          <h1 style="${TITLE}">${title}</h1>
          ${parts.map((part) => [partHtml(part, palette), '\n'])}
        </div>
        ${OUTLOOK_CLOSES}
      </body>
    </html> `;
  return page.markup;
}

interface Palette {
  readonly accent: string;
  readonly quiet: string;
  readonly dark: string;
  readonly darkEdge: string;
}

const BORD: Palette = { accent: '#1f5d55', quiet: '#2f6f66', dark: '#8ccfc1', darkEdge: '#7fc4b6' };

function paletteOf(brand: Brand | null): Palette {
  if (!brand?.colour) return BORD;
  const { light, dark } = brandColours(brand.colour);
  return { accent: light, quiet: light, dark, darkEdge: dark };
}

function darkRules({ dark, darkEdge }: Palette): Html {
  return {
    markup: `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
@media (max-width: 600px) { .ground { padding: 0 !important; } .sheet { border-radius: 0 !important; padding: 28px 22px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background: #11171a !important; color: #e7ecea !important; }
  .sheet { background: #1a2226 !important; }
  .house, .link { color: ${dark} !important; }
  .logo { padding: 8px 12px !important; background: #ffffff !important; border-radius: 8px !important; }
  .faint { color: #a3b2b0 !important; }
  .panel { background: #222d31 !important; border-color: ${darkEdge} !important; }
  .rule { border-color: #33414a !important; }
  .button { background: ${dark} !important; color: ${ON_DARK_ACCENT} !important; }
}
`,
  };
}

/** Outlook for Windows ignores `max-width`. */
const OUTLOOK_OPENS: Html = {
  markup: '<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->',
};
const OUTLOOK_CLOSES: Html = { markup: '<!--[if mso]></td></tr></table><![endif]-->' };

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";
const GROUND = `margin:0;padding:32px 16px;background:#eef0ec;color:#1f2b2d;${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%`;
const SHEET =
  'max-width:480px;margin:0 auto;padding:40px;background:#ffffff;border-radius:10px;overflow-wrap:break-word';
const LOGO = 'display:block;height:48px;width:auto;max-width:240px;margin:0 0 16px;border:0';
const MASTHEAD = 'margin:0 0 24px;font-size:15px;font-weight:600';
const TITLE = 'margin:0 0 20px;font-size:27px;line-height:1.2;font-weight:600;letter-spacing:-0.01em';
const BARE = 'margin:0';
const FACT_HEAD = 'margin:0;font-size:18px;font-weight:600';
const FACT = 'margin:4px 0 0';
const PARAGRAPH = 'margin:0 0 16px';
const PANEL = 'margin:24px 0;padding:16px 20px;background:#f1f5f2;border-radius:0 6px 6px 0';
const BUTTON =
  'display:inline-block;padding:13px 24px;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none';
const LINK = 'overflow-wrap:anywhere;word-break:break-word';
const FAINT = 'margin:0 0 16px;font-size:14px;color:#5a6a6b';
const CODE =
  'margin:4px 0 16px;padding:10px 14px;background:#f1f5f2;border-radius:6px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px;white-space:pre-wrap;overflow-wrap:anywhere';
const RULE = 'margin:28px 0 24px;border:0;border-top:1px solid #dde3df';

const SETTERS: { readonly [K in Part['kind']]: (part: Part & { kind: K }, palette: Palette) => Html } = {
  text: ({ text }) => html`<p style="${PARAGRAPH}">${text}</p>`,
  note: ({ text }) => html`<p class="faint" style="${FAINT}">${text}</p>`,
  facts({ head, lines, lapsed }, { quiet }) {
    const lineHtml = (line: string): Content => (lapsed ? html`<s>${line}</s>` : line);
    return html`<div class="panel" style="${PANEL};border-left:3px solid ${quiet}">
      <p style="${FACT_HEAD}">${lineHtml(head)}</p>
      ${lines.map((line) => html`<p style="${FACT}">${lineHtml(line)}</p>`)}
    </div>`;
  },
  action: ({ lead, label, url, hint }, palette) =>
    html`<p style="${PARAGRAPH}">${lead}</p>
      <p style="${PARAGRAPH}">
        <a class="button" href="${url}" style="${BUTTON};background:${palette.accent}">${label}</a>
      </p>
      <p class="faint" style="${FAINT}">${hint}<br />${link({ url, text: url }, palette)}</p>`,
  command: ({ does, command }) =>
    html`<p style="${BARE}">${does}</p>
      <pre class="panel" style="${CODE}">${command}</pre>`,
  contact({ name, address, phone, email }, palette) {
    const lines = [
      html`<strong>${name}</strong>`,
      address !== null && html`${address}`,
      phone && html`${phone.label}: ${dialLink(phone.text, palette)}`,
      email &&
        html`${email.label}: ${link({ url: `mailto:${encodeURI(email.text)}`, text: email.text }, palette)}`,
    ].filter((line) => line !== null && line !== false);
    return html`<hr class="rule" style="${RULE}" />
      <p style="${PARAGRAPH}">${lines.map((line, i) => [i > 0 && html`<br />`, line])}</p>`;
  },
};

function partHtml(part: Part, palette: Palette): Html {
  return (SETTERS[part.kind] as (part: Part, palette: Palette) => Html)(part, palette);
}

/** A phone number becomes a link; all other text stays text. */
function dialLink(text: string, palette: Palette): Content {
  const url = dialUrl(text);
  return url === null ? text : link({ url, text }, palette);
}

function link({ url, text }: { readonly url: string; readonly text: string }, { accent }: Palette): Html {
  return html`<a class="link" href="${url}" style="${LINK};color:${accent}">${text}</a>`;
}
