alter table work_items validate constraint work_items_kind_check;
