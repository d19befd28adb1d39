import { Card, chat, Icon, microphone, video } from '@carry/ui';
import styles from './confirmed.module.css';

const PREPARATIONS = [
  { icon: microphone, what: 'A working microphone', how: 'and a quiet room.' },
  { icon: video, what: 'A 720p stream of your screen', how: 'ready to share.' },
  {
    icon: chat,
    what: 'Your in-game name',
    how: 'and a link to a recording. A match you lost teaches you more than one you won.',
  },
];

export const Preparations = () => (
  <Card>
    <h2>Before your session</h2>
    <ul className={styles.todo}>
      {PREPARATIONS.map(({ icon, what, how }) => (
        <li key={what}>
          <Icon path={icon} />
          <div>
            <strong>{what}</strong> <span>{how}</span>
          </div>
        </li>
      ))}
    </ul>
  </Card>
);
