-- When a viewer last asked for something. first_used_at tells a ticket, which is exchanged once, from what it was exchanged for.
alter table viewer_tickets add column last_used_at timestamptz;
