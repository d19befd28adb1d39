import type { OperatorSession } from '@carry/remote-kit/own-answers';
import { lazy, Suspense } from 'react';
import { Loading } from '../console/parts';
import { EnterCode } from './enter-code';

/** On demand: only the first visit needs the QR code. */
const SetUp = lazy(async () => ({
  default: (await import(/* webpackChunkName: "set-up" */ './set-up')).SetUp,
}));

export const SecondFactor = ({ session }: { session: OperatorSession }) =>
  session.enrolled ? (
    <EnterCode left={session.recovery_codes} />
  ) : (
    <Suspense fallback={<Loading status="Loading setup..." />}>
      <SetUp />
    </Suspense>
  );
