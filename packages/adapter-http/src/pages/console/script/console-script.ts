/** The console's script, as browsers get it. Without it every action is a form on its own page. */
export const CONSOLE_SCRIPT = `
for (const form of document.forms)
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});
`;
