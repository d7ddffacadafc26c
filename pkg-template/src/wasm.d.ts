/** The core's bytes in base64: build.mjs puts them in. */
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
