/** A style sheet's text, minified by bundle.mjs. */
declare module "*.css" {
  const text: string;
  export default text;
}
