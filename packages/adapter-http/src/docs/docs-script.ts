/** Copies code, remembers the chosen language, and marks the current section in the contents. The page is complete without it. */
export const DOCS_SCRIPT = `
const spoken = document.getElementById('spoken');
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const owner = button.closest('.panel, .address');
    const source = [...owner.querySelectorAll('code')].find((code) => code.offsetParent !== null);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection().selectAllChildren(source);
      document.execCommand('copy');
    }
    button.textContent = spoken.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy') && (spoken.textContent = ''), 2000);
  });
}

const KEPT = 'bord-docs-language';
const choose = (language) => {
  for (const radio of document.querySelectorAll('.choice input')) if (radio.value === language) radio.checked = true;
};
try { choose(localStorage.getItem(KEPT)); } catch {}
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.choice input')) return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy(0, target.getBoundingClientRect().top - top);
  try { localStorage.setItem(KEPT, target.value); } catch {}
});

const beside = document.querySelector('.beside');
const above = document.querySelector('.above details');
const links = new Map([...beside.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')].filter(({ id }) => links.has(id));
let current;
function mark() {
  const line = innerHeight * 0.3;
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
  const link = links.get((isAtEnd ? headings : passed).at(-1)?.id ?? headings[0].id);
  if (link === current) return;
  current?.removeAttribute('aria-current');
  current = link;
  link.setAttribute('aria-current', 'location');
  if (link.offsetTop < beside.scrollTop + 60 || link.offsetTop > beside.scrollTop + beside.clientHeight - 90)
    beside.scrollTop = link.offsetTop - beside.clientHeight / 3;
}
addEventListener('scroll', mark, { passive: true });
addEventListener('resize', mark);
mark();
above.addEventListener('click', ({ target }) => { if (target.closest('a')) above.open = false; });
`;
