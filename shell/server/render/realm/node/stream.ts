// `stream` for React's printer, which needs it for prerenders only.
export class Readable {}
export class PassThrough {}
