// `stream` for React's printer, inside a realm: only its prerenders use it, and no page does.
export class Readable {}
export class PassThrough {}
