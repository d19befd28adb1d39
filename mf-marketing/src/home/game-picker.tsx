import { paths } from '@carry/remote-kit/paths';
import { BottomSheet, Button, chevronDown, Icon, Listbox } from '@carry/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { cardScene } from '../games/card-scenes';
import { games } from '../games/games';
import { icon } from '../games/picture';
import styles from './picker.module.css';

export function GamePicker() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={styles.onWide}>
        <Listbox
          label="Your game"
          placeholder="Select your game"
          options={games.map(({ id, name }) => ({ value: id, label: name, icon: icon(id) }))}
          value={null}
          action
          onChange={(id) => void navigate(paths.game(id))}
        />
      </div>
      <div className={styles.onSmall}>
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
          Select your game <Icon path={chevronDown} />
        </Button>
      </div>
      {open && (
        <BottomSheet title="Select your game" onClose={() => setOpen(false)}>
          <ul className={styles.sheet}>
            {games.map(({ id, name }) => (
              <li key={id}>
                {/* Replaces the sheet's history entry. */}
                <Link to={paths.game(id)} replace>
                  <img src={cardScene(id).src} alt="" width="52" height="44" /> {name}
                </Link>
              </li>
            ))}
          </ul>
        </BottomSheet>
      )}
    </>
  );
}
