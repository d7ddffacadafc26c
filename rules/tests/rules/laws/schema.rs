//! The schema that the crate publishes.

use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

static SCHEMA: LazyLock<(Schemas, SchemaIndex)> = LazyLock::new(|| {
    let schema = serde_json::from_str(include_str!("../../../rule.schema.json")).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("rule.schema.json", schema).unwrap();
    let index = compiler.compile("rule.schema.json", &mut schemas).unwrap();
    (schemas, index)
});

/// Returns whether `value` has the schema's form.
pub(crate) fn is_of_the_form(value: &Value) -> bool {
    let (schemas, index) = &*SCHEMA;
    schemas.validate(value, *index).is_ok()
}
