//! SQL of the roles whose accounts must have a second factor.

use pailou_database::{Tx, on_tx};

/// SQL column `requires_second_factor`: 1 if the role in the column `$role` requires a second factor. A newer release
/// may have stored a role that this release does not define. Such a role requires a second factor if any role does.
macro_rules! requires_second_factor {
    ($role:literal) => {
        concat!(
            "case when exists (select 1 from required_second_factors r where r.role = ",
            $role,
            " or ",
            $role,
            " not in ('owner', 'admin', 'editor', 'translator', 'reviewer', 'analyst')) \
             then cast(1 as bigint) else cast(0 as bigint) end as requires_second_factor"
        )
    };
}
pub(crate) use requires_second_factor;

pub(super) async fn role_names(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select role from required_second_factors";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub(super) async fn clear(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from required_second_factors";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

pub(super) async fn insert_role(tx: &mut Tx, role: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into required_second_factors (role) values ($1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(role).execute(conn).await.map(drop))
}

#[cfg(test)]
mod tests {
    use crate::session::Role;

    #[test]
    fn requires_second_factor_sql_lists_all_roles() {
        let names = Role::ALL.map(|role| format!("'{role}'")).join(", ");
        let sql = requires_second_factor!("role");
        assert!(sql.contains(&format!("role not in ({names})")), "{sql}");
    }
}
