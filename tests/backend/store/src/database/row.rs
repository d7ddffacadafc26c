//! Rows that a statement returns.

use std::vec::IntoIter;

use super::error::{RowError, StoreError};

/// The remaining columns of a row, in the order of the statement.
#[derive(Debug)]
pub struct Row(IntoIter<Value>);

/// The value of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Integer(i64),
    Boolean(bool),
    Text(String),
    Bytes(Vec<u8>),
}

/// A type that a column can be converted to.
pub trait Column: Sized {
    fn read(value: Value) -> Option<Self>;
}

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// Returns all columns.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.0.collect()
    }

    /// Removes and returns the next column.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub fn take<T: Column>(&mut self) -> Result<T, StoreError> {
        let value = self.0.next().ok_or(RowError::TooFewColumns)?;
        Ok(T::read(value).ok_or(RowError::Type)?)
    }
}

impl Column for i64 {
    fn read(value: Value) -> Option<Self> {
        if let Value::Integer(number) = value { Some(number) } else { None }
    }
}

impl Column for u32 {
    fn read(value: Value) -> Option<Self> {
        i64::read(value)?.try_into().ok()
    }
}

/// SQLite stores booleans as 0 and 1.
impl Column for bool {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::Boolean(value) => Some(value),
            Value::Integer(number @ (0 | 1)) => Some(number == 1),
            _ => None,
        }
    }
}

impl Column for String {
    fn read(value: Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text) } else { None }
    }
}

impl Column for Vec<u8> {
    fn read(value: Value) -> Option<Self> {
        if let Value::Bytes(bytes) = value { Some(bytes) } else { None }
    }
}

impl<T: Column> Column for Option<T> {
    fn read(value: Value) -> Option<Self> {
        if value == Value::Null { Some(None) } else { T::read(value).map(Some) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_taken_in_order_and_type_checked() {
        let mut row = Row::new(vec![Value::Integer(7), Value::Null, Value::Integer(1), Value::Text("x".into())]);
        assert_eq!(row.take::<i64>().unwrap(), 7);
        assert_eq!(row.take::<Option<String>>().unwrap(), None);
        assert!(row.take::<bool>().unwrap());
        assert!(matches!(row.take::<i64>(), Err(StoreError::Row(RowError::Type))));
        assert!(matches!(row.take::<i64>(), Err(StoreError::Row(RowError::TooFewColumns))));
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert!(Row::new(vec![Value::Integer(-1)]).take::<u32>().is_err());
        assert!(Row::new(vec![Value::Integer(2)]).take::<bool>().is_err());
    }
}
