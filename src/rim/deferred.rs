//! A promise that the rim itself resolves.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    type Deferred;

    // Not `Promise::new`: the closure for it has a type of its own, and so its own glue.
    #[wasm_bindgen(js_namespace = Promise, js_name = withResolvers)]
    fn with_resolvers() -> Deferred;

    #[wasm_bindgen(method, getter)]
    fn promise(this: &Deferred) -> Promise;

    #[wasm_bindgen(method, getter)]
    fn resolve(this: &Deferred) -> Function;
}

/// Returns a promise, and the function that resolves it with its first argument.
pub(crate) fn deferred() -> (Promise, Function) {
    let deferred = with_resolvers();
    (deferred.promise(), deferred.resolve())
}
