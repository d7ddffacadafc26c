use super::*;
use crate::Migration;
use crate::database::sqlite::connection::NAMES;

const PART: Migrations = Migrations {
    part: "test",
    steps: &[Migration {
        name: "things",
        sql: "CREATE TABLE seeds (seed TEXT PRIMARY KEY, last BIGINT NOT NULL);
              INSERT INTO seeds (seed, last) VALUES ('things', 0);
              CREATE TABLE things (one BIGINT, two TEXT, truth BOOLEAN, octets BYTEA, PRIMARY KEY (two, one));",
    }],
    compatible: (1, 1),
};

async fn with(folder: &tempfile::TempDir, name: &str, statements: &str) -> DatabaseAddress {
    let path = folder.path().join(name);
    let address = DatabaseAddress::from(path.clone());
    Database::migrate(&address, &PART).await.unwrap();
    Connection::open(path).unwrap().execute_batch(statements).unwrap();
    address
}

fn count(address: &DatabaseAddress, what: &str) -> i64 {
    let connection = Connection::open(address.file().unwrap()).unwrap();
    connection.query_row(&format!("SELECT {what}"), [], |row| row.get(0)).unwrap()
}

/// More than a page, with many rows that share the first column of the key.
const MANY: &str = "WITH RECURSIVE n(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 350)
    INSERT INTO things SELECT n, 'of ' || (n % 3), n % 2, x'00ff' FROM n; UPDATE seeds SET last = 350;";

#[tokio::test]
async fn all_of_it_arrives() {
    let folder = tempfile::tempdir().unwrap();
    let from = with(&folder, "from.db", MANY).await;
    let to = DatabaseAddress::from(folder.path().join("to.db"));
    let copied = copy(&from, &to, &[PART]).await.unwrap();
    assert_eq!(copied, [("seeds".to_owned(), 1), ("things".to_owned(), 350)]);
    for (what, number) in [
        ("last FROM seeds", 350),
        ("COUNT(DISTINCT one) FROM things", 350),
        ("SUM(truth) FROM things", 175),
        ("COUNT(*) FROM things WHERE octets = x'00ff' AND two = 'of ' || (one % 3)", 350),
    ] {
        assert_eq!(count(&to, what), number, "{what}");
    }
    let again = copy(&from, &to, &[PART]).await.unwrap_err();
    assert!(matches!(&again, CopyError::NotEmpty(table) if table == "seeds"), "{again}");
}

#[tokio::test]
async fn all_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let broken = format!("{MANY} UPDATE things SET truth = 7 WHERE one = 300;");
    let from = with(&folder, "from.db", &broken).await;
    let to = with(&folder, "to.db", "").await;
    let error = copy(&from, &to, &[PART]).await.unwrap_err();
    assert_eq!(error.to_string(), "a row of things has something in truth that does not belong there");
    assert_eq!((count(&to, "COUNT(*) FROM things"), count(&to, "last FROM seeds")), (0, 0));
    let full = with(&folder, "full.db", "INSERT INTO things VALUES (1, 'one', 0, NULL)").await;
    assert!(matches!(copy(&from, &full, &[PART]).await, Err(CopyError::NotEmpty(table)) if table == "things"));
}

#[tokio::test]
async fn unusable_source_or_target_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let from = with(&folder, "from.db", "UPDATE schema_migrations SET version = 0").await;
    let [to, none] = ["to.db", "none.db"].map(|name| DatabaseAddress::from(folder.path().join(name)));
    let refused = async |from, to| copy(from, to, &[PART]).await.unwrap_err();
    assert!(matches!(refused(&from, &to).await, CopyError::Version { version: 0, known: 1, .. }));
    assert!(matches!(refused(&none, &to).await, CopyError::Nothing));
    assert!(matches!(refused(&from, &from).await, CopyError::Same));
    assert!(matches!(refused(&from, &DatabaseAddress::Memory).await, CopyError::InMemory));
    std::fs::write(none.file().unwrap(), "").unwrap();
    assert!(matches!(refused(&none, &to).await, CopyError::Nothing));
    assert!(!to.file().unwrap().exists());
}

#[test]
fn foreign_keys_refer_only_to_earlier_tables() {
    let parts = [crate::schema::SERVICE, crate::ACCESS];
    let model = Model::of(&parts).unwrap();
    let names: Vec<&str> = model.tables.iter().map(|table| table.name.as_str()).collect();
    assert!(
        ["grants", "rule_counters", "group_members", "invitations"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    let connection = Connection::open_in_memory().unwrap();
    for (_, step) in parts.iter().flat_map(|part| part.after(0)) {
        connection.execute_batch(step.sql).unwrap();
    }
    for (place, table) in model.tables.iter().enumerate() {
        assert!(!table.key.is_empty() && table.columns.len() <= NAMES.len(), "{}", table.name);
        let mut keys = connection.prepare("SELECT \"table\" FROM pragma_foreign_key_list($1)").unwrap();
        let referred = keys.query_map([&table.name], |row| row.get::<_, String>(0)).unwrap();
        for referred in referred.map(Result::unwrap) {
            assert!(names[..place].contains(&referred.as_str()), "{} refers to {referred}", table.name);
        }
    }
}
