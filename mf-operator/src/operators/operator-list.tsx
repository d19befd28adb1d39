import { useInPlaceForm, useShell } from '@carry/remote-kit';
import type { Operator } from '@carry/remote-kit/own-answers';
import { Button } from '@carry/ui';
import { type MouseEvent, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { Actions, CardHead, Cards, Facts, formatMoment, Note } from '../console/parts';
import { CodeForm } from '../second-factor/code-form';
import { NEW_CODE } from '../second-factor/enter-code';
import { AddOperator } from './add-operator';
import { removeOperator, resetOperator } from './api';
import { OwnRecoveryCodes } from './own-recovery-codes';

export const OperatorList = ({ data: operators }: { data: Operator[] }) => (
  <>
    <Cards of={operators} two>
      {(operator) => <OperatorCard operator={operator} />}
    </Cards>
    <AddOperator operators={operators} />
    <OwnRecoveryCodes />
  </>
);

const OperatorCard = ({ operator }: { operator: Operator }) => (
  <>
    <CardHead>
      <strong>{operator.email}</strong>
    </CardHead>
    <Facts
      of={[
        ['Since', formatMoment(operator.since)],
        ['Second factor', operator.enrolled ? 'Set up' : 'Not set up yet'],
      ]}
    />
    {operator.own ? (
      <Note>This is you. Another operator can reset your second factor or remove you.</Note>
    ) : (
      <OperatorActions operator={operator} />
    )}
  </>
);

const changes = {
  reset: {
    question: (email: string) => `Reset the second factor of ${email}?`,
    note: 'Until they set up a new one, anyone with their password can do it. Make sure the request really comes from them.',
    action: 'Reset second factor',
    send: resetOperator,
  },
  remove: {
    question: (email: string) => `Remove ${email} as an operator?`,
    note: 'They lose access to the console right away.',
    action: 'Remove operator',
    send: removeOperator,
  },
};

function OperatorActions({ operator }: { operator: Operator }) {
  const { email, enrolled } = operator;
  const [change, setChange] = useState<keyof typeof changes>('remove');
  const { isOpen, area, open, close } = useInPlaceForm();
  const ask = (next: keyof typeof changes) => (event: MouseEvent<HTMLButtonElement>) => {
    setChange(next);
    open(event);
  };
  return (
    <div ref={area}>
      {isOpen ? (
        <ChangeOperator operator={operator} change={change} onClose={close} />
      ) : (
        <Actions>
          {enrolled && (
            <Button
              variant="quiet"
              small
              aria-label={`Reset the second factor of ${email}`}
              onClick={ask('reset')}
            >
              Reset second factor
            </Button>
          )}
          <Button variant="danger" small aria-label={`Remove ${email}`} onClick={ask('remove')}>
            Remove
          </Button>
        </Actions>
      )}
    </div>
  );
}

interface ChangeProps {
  operator: Operator;
  change: keyof typeof changes;
  onClose(): void;
}

function ChangeOperator({ operator: { id, email }, change, onClose }: ChangeProps) {
  const { question, note, action, send } = changes[change];
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  return (
    <>
      <p>
        <strong>{question(email)}</strong> {note} All operators get an email.
      </p>
      <CodeForm
        id={`change-operator-${id}`}
        label="Your 6-digit code"
        hint={NEW_CODE}
        action={action}
        variant="danger"
        onCancel={onClose}
        send={async (code) => {
          try {
            notify.toast((await send(api, id, code)).detail);
          } finally {
            await revalidate(); // also shows a locked console
          }
          onClose();
        }}
      />
    </>
  );
}
