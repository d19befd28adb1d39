import type { BookingPage } from '@carry/contracts/own-answers';
import { Card, EventItem, EventList } from '@carry/ui';
import { describeHistory } from '../time/history-words';
import { formatInstant } from '../time/session-time';

export interface HistoryProps {
  entries: BookingPage['history'];
  zone: string;
}

/** Changes of a booking, oldest first, without those that this release does not know. */
export const History = ({ entries, zone }: HistoryProps) => (
  <Card>
    <h2>History</h2>
    <EventList>
      {entries.map((entry) => {
        const words = describeHistory(entry, zone);
        return (
          words && (
            <EventItem
              key={`${entry.at} ${entry.what}`}
              time={formatInstant(Date.parse(entry.at), zone)}
              dateTime={entry.at}
            >
              {words}
            </EventItem>
          )
        );
      })}
    </EventList>
  </Card>
);
