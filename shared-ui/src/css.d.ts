// CSS modules get their own types from `npm run check -- types`; without them a class is not checked.
declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
declare module '*.avif' {
  const url: string;
  export default url;
}
declare module '*?url' {
  const url: string;
  export default url;
}
