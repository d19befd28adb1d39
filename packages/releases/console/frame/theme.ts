/** Follows the system's theme. */
export function followTheme(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    document.documentElement.dataset['theme'] = light.matches ? 'light' : 'dark';
  };
  light.addEventListener('change', apply);
  apply();
}
