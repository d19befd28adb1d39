import { games } from 'contracts/games';
import { paths } from 'contracts/paths';
import { useLocation, useNavigate } from 'react-router-dom';
import { Listbox } from 'shared-ui';

const options = [{ id: 'home', name: 'Home' }, ...games].map(({ id, name }) => ({ value: id, label: name, icon: paths.gameIcon(id) }));

/** The header's game selector: Home goes to `/`, another choice to `/{id}`. */
export function GameSelector() {
  const navigate = useNavigate();
  const current = useLocation().pathname.slice(1);
  const value = games.some(({ id }) => id === current) ? current : null;
  return (
    <Listbox
      label="Game"
      placeholder="Choose a game"
      options={options}
      value={value}
      onChange={(chosen) => void navigate(chosen === 'home' ? '/' : `/${chosen}`)}
    />
  );
}
