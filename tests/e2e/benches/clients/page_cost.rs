//! What a page costs the browser until the app knows whether a user is signed in. Only Chromium reports it.

use serde_json::{Value, json};
use stagepass_e2e_tests::browser::Browser;
use thirtyfour::WebDriver;

use crate::stage::Stage;

/// The cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageCost {
    /// The time that the page's main thread was busy, in milliseconds.
    pub(crate) main_thread: f64,
    /// The bytes of the heap after a garbage collection, with buffers and WebAssembly's memory.
    pub(crate) heap: f64,
}

/// A page that is about to load.
#[derive(Debug)]
pub(crate) struct Begun {
    driver: WebDriver,
    busy: f64,
}

impl PageCost {
    /// Begins in a page of the same origin, because another origin has a process of its own. Returns `None` in other
    /// browsers.
    pub(crate) async fn begin(stage: &Stage) -> Option<Begun> {
        if Browser::from_environment() != Browser::Chromium {
            return None;
        }
        stage.visitor.go("/glue.js").await;
        let driver = stage.visitor.driver().clone();
        ask(&driver, "Performance.enable").await;
        let busy = busy(&driver).await;
        Some(Begun { driver, busy })
    }
}

impl Begun {
    pub(crate) async fn end(self) -> PageCost {
        let main_thread = busy(&self.driver).await - self.busy;
        ask(&self.driver, "HeapProfiler.collectGarbage").await;
        let heap = ask(&self.driver, "Runtime.getHeapUsage").await;
        let bytes = |name: &str| heap.get(name).and_then(Value::as_f64).unwrap_or_default();
        let heap = bytes("usedSize") + bytes("backingStorageSize") + webassembly(&self.driver).await;
        PageCost { main_thread, heap }
    }
}

/// How long the main thread has been busy, in milliseconds.
async fn busy(driver: &WebDriver) -> f64 {
    let answer = ask(driver, "Performance.getMetrics").await;
    let metrics = answer.get("metrics").and_then(Value::as_array).into_iter().flatten();
    let busy = metrics.into_iter().find(|metric| metric.get("name").and_then(Value::as_str) == Some("TaskDuration"));
    1000.0 * busy.and_then(|metric| metric.get("value")?.as_f64()).expect("Chromium reports TaskDuration")
}

/// The bytes of all memories of WebAssembly, which the heap does not include.
async fn webassembly(driver: &WebDriver) -> f64 {
    let prototype = json!({ "expression": "WebAssembly.Memory.prototype" });
    let prototype = ask_with(driver, "Runtime.evaluate", &prototype).await;
    let memories = json!({ "prototypeObjectId": prototype.pointer("/result/objectId") });
    let memories = ask_with(driver, "Runtime.queryObjects", &memories).await;
    let sum = "function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) }";
    let sum = json!({
        "objectId": memories.pointer("/objects/objectId"), "functionDeclaration": sum, "returnByValue": true,
    });
    let sum = ask_with(driver, "Runtime.callFunctionOn", &sum).await;
    sum.pointer("/result/value").and_then(Value::as_f64).expect("it is a number")
}

/// Runs a command of Chromium's debugging protocol without parameters.
async fn ask(driver: &WebDriver, command: &str) -> Value {
    ask_with(driver, command, &json!({})).await
}

async fn ask_with(driver: &WebDriver, command: &str, parameters: &Value) -> Value {
    driver.cdp().send_raw(command, parameters).await.unwrap_or_else(|error| panic!("{command}: {error:?}"))
}
