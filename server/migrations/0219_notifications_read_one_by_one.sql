-- Notifications that somebody has opened or marked one by one, above the cursor, through which all are read.
create table notification_reads (
  project_id uuid not null,
  provider_id uuid not null,
  notification_id uuid not null,
  primary key (project_id, provider_id, notification_id),
  foreign key (project_id, provider_id) references providers (project_id, provider_id)
);
select staff_table('notification_reads', 'select, insert, delete');
create trigger notification_reads_told after insert on notification_reads for each row execute function tell_read_notifications();
