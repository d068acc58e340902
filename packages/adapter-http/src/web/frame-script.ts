/** Reports the height of a page in a frame to the embedding site, if permitted. The other side is `book/embed-script.ts`. */
export const FRAME_SCRIPT = `
if (parent !== self) {
  const hosts = document.body.dataset.hosts.split(' ');
  let host = null;
  const tell = () => {
    if (host !== null) parent.postMessage({ bordHeight: Math.ceil(document.body.getBoundingClientRect().height) }, host);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || data !== 'bord-height' || !hosts.includes(origin)) return;
    host = origin;
    tell();
  });
  document.body.style.minHeight = 0;
  for (const part of document.querySelectorAll('.later')) part.style.contentVisibility = 'visible';
  new ResizeObserver(tell).observe(document.body);
}
`;
