/**
 * The widget: `<bord-booking>` around a link to a booking page. On an origin that the restaurant lists (`embedOn`), the page is shown in a
 * frame; elsewhere the link stays. The other side of its messages is `web/frame-script.ts`.
 */
export const EMBED_SCRIPT = `customElements.get('bord-booking') || customElements.define('bord-booking', class extends HTMLElement {
  connectedCallback() {
    if (this.stop) return;
    const link = this.querySelector('a[href]');
    if (!link) {
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => this.connectedCallback(), { once: true });
      return;
    }
    const { origin } = new URL(link.href);
    const frame = document.createElement('iframe');
    const hear = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || !(data?.bordHeight > 0)) return;
      frame.style.cssText = 'display:block;width:100%;border:0;height:' + data.bordHeight + 'px';
      link.hidden = true;
    };
    frame.src = link.href;
    frame.title = link.textContent.trim();
    frame.style.cssText = 'position:absolute;visibility:hidden;width:100%;height:0;border:0';
    frame.addEventListener('load', () => {
      frame.contentWindow.postMessage('bord-height', origin);
      if (link.hidden && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    });
    addEventListener('message', hear);
    this.stop = () => removeEventListener('message', hear);
    this.append(frame);
  }
  disconnectedCallback() {
    this.stop?.();
    this.stop = null;
    this.querySelector('iframe')?.remove();
    const link = this.querySelector('a[href]');
    if (link) link.hidden = false;
  }
});
`;
