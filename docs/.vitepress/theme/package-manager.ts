/** The reader's package manager: one choice for all tabs of all pages. */

const KEY = 'package-manager';

const nameOf = (input: Element): string => input.nextElementSibling?.textContent ?? '';

/** Stores the manager of a tab that the reader chose, and shows it in the page's other tabs. */
export function rememberManager({ target }: Event): void {
  if (!(target instanceof Element) || !target.matches('.vp-code-group input')) return;
  localStorage.setItem(KEY, nameOf(target));
  chooseManager();
}

/** Shows the stored manager. VitePress does so at a click, and then scrolls to the tab. */
export function chooseManager(): void {
  const name = localStorage.getItem(KEY);
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll('input')];
    const chosen = inputs.findIndex((input) => nameOf(input) === name);
    if (chosen < 0) continue;
    for (const [index, input] of inputs.entries()) input.checked = index === chosen;
    for (const [index, block] of [...(group.querySelector('.blocks')?.children ?? [])].entries())
      block.classList.toggle('active', index === chosen);
  }
}
