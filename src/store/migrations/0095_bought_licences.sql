-- What somebody bought, newest first, among all that was fetched: one entry for each sale.
CREATE INDEX microip_download_paid ON microip_download (buyer_user_id, download_no)
  WHERE paid_lamports > 0;
