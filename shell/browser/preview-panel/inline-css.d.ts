/** A style sheet as text, for a shadow root. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
