-- Roles whose accounts must have two-factor authentication or a passkey.
create table required_second_factors (
    role text primary key
);
