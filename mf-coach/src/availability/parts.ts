export { BookedSessions } from './booked-sessions';
export { DeviceZone } from './device-zone';
