import { paths } from '@carry/remote-kit/paths';
import { BottomSheet, Button, chevronDown, Icon, isSheetEntry, Listbox } from '@carry/ui';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { cardScene } from '../games/card-scenes';
import { games } from '../games/games';
import { icon } from '../games/picture';
import styles from './picker.module.css';

const TITLE = 'Select your game';

/** Open state of the sheet. Its history entry opens it again after a reload or Forward. */
function useSheet() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const follow = () => setOpen(isSheetEntry(TITLE));
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return [open, setOpen] as const;
}

export function GamePicker() {
  const navigate = useNavigate();
  const [open, setOpen] = useSheet();
  return (
    <>
      <div className={styles.onWide}>
        <Listbox
          label="Your game"
          placeholder={TITLE}
          options={games.map(({ id, name }) => ({ value: id, label: name, icon: icon(id) }))}
          value={null}
          action
          onChange={(id) => void navigate(paths.game(id))}
        />
      </div>
      <div className={styles.onSmall}>
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
          {TITLE} <Icon path={chevronDown} />
        </Button>
      </div>
      {open && (
        <BottomSheet title={TITLE} onClose={() => setOpen(false)}>
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
