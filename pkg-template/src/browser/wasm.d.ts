/** The core's bytes in base64, inserted by build.mjs. */
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
