-- Forms that wait for the signature of a member of the staff are work like all other: taken, assigned, and released by whoever signs.
alter table work_items drop constraint work_items_kind_check;
alter table work_items add constraint work_items_kind_check
  check (kind in ('screening', 'form', 'countersign', 'request', 'unmatched', 'reimbursement', 'mail', 'invitation', 'message', 'closure', 'emergency')) not valid;
create trigger form_countersignatures_release after insert on form_countersignatures
  for each row execute function release_work_item('countersign', 'file_id');
create trigger form_countersignatures_told after insert on form_countersignatures for each row execute function tell_project();
create trigger form_signatures_to_countersign after insert on form_signatures
  for each row when (new.needs_countersign) execute function tell_project();
