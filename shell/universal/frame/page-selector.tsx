import { Listbox } from '@carry/ui';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHost } from '../host/host';
import { listChoices } from './choices';

export function PageSelector() {
  const { menu } = useHost();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!menu.selector) return null;
  const { group, label, placeholder } = menu.selector;
  const chosen = menu.entries.some((entry) => entry.path === pathname && entry.group === group);
  return (
    <Listbox
      label={label}
      placeholder={placeholder}
      options={listChoices(menu).map(({ path, label, icon }) => ({
        value: path,
        label,
        ...(icon && { icon }),
      }))}
      value={chosen ? pathname : null}
      onChange={(path) => void navigate(path)}
    />
  );
}
