-- Texts to begin emails with: what a project has changed of the standard ones, and its own. Without texts a standard one is as it came.
create table email_templates (
  project_id uuid not null references projects,
  template_id text not null check (length(template_id) between 1 and 60),
  -- Null for a standard one, which keeps its name.
  name text check (length(name) between 1 and 60),
  subject text check (length(subject) between 1 and 200),
  message text check (length(message) between 1 and 5000),
  -- Grows also when a standard one is reset: a version never comes back with another text.
  version int not null default 1,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (project_id, template_id),
  check ((subject is null) = (message is null) and (name is null or subject is not null))
);
create unique index email_templates_name on email_templates (project_id, lower(name));
select staff_table('email_templates');
