/** The script of all pages. It is optional: it adds copy buttons and prevents that a double click sends a form twice. */
export const PAGE_SCRIPT = `
for (const button of document.querySelectorAll('[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection().selectAllChildren(source);
      document.execCommand('copy');
    }
    button.nextElementSibling.textContent = button.dataset.done;
  });
}
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => delete form.dataset.sent);
}
`;
