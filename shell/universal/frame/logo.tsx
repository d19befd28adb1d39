import { useHost } from '../host/host';

export function Logo() {
  const { logo } = useHost().menu;
  if (!logo) return null;
  return (
    <svg width="28" height="28" viewBox={logo.viewBox} aria-hidden="true" focusable="false">
      {logo.paths.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  );
}
