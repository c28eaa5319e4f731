-- Two indexes that nothing reads from: each cost every metered event or transfer a page of its own
-- in the commit. What a buyer used is found by time and by month, what a group moved by its group.
DROP INDEX meter_event_by_buyer;
DROP INDEX transfer_by_debit;
