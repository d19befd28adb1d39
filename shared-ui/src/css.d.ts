// `npm run check -- types` generates a type for each CSS module; this is the fallback.
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
