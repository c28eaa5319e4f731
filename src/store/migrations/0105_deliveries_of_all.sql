-- What waits and what failed over all tenants, the last one first: few among much that was taken.
CREATE INDEX webhook_delivery_open ON webhook_delivery (state, delivery_id)
  WHERE state <> 'delivered';
