-- A role and a database for each server. Neither can connect to the other's, and neither is a superuser.
\set service `cat /run/secrets/database-password`
\set access `cat /run/secrets/access-database-password`
CREATE ROLE stagepass LOGIN PASSWORD :'service';
CREATE ROLE access LOGIN PASSWORD :'access';
CREATE DATABASE stagepass OWNER stagepass;
CREATE DATABASE access OWNER access;
REVOKE CONNECT ON DATABASE stagepass, access, postgres FROM PUBLIC;
