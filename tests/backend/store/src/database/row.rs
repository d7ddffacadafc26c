//! What a statement returns.

use std::vec::IntoIter;

use super::error::{RowError, StoreError};

/// The columns of one row that have not been taken yet, in the order in which the statement names them.
#[derive(Debug)]
pub struct Row(IntoIter<Value>);

/// A column of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Integer(i64),
    Boolean(bool),
    Text(String),
    Bytes(Vec<u8>),
}

/// What a column can be read as.
pub trait Column: Sized {
    fn read(value: Value) -> Option<Self>;
}

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// All of them.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.0.collect()
    }

    /// The next column.
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

/// SQLite has no truth values: it keeps 0 and 1.
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
    fn columns_come_in_order_and_as_what_they_are() {
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
