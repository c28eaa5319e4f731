-- The words of licences as the analyser of passages makes them, which no trigger can: Chinese and
-- Thai words lie within others, and ß is ss. The program writes a row with each licence, and those
-- of licences that have none. `analysis` is the version of the analyser, as a token.
DROP TRIGGER microip_fts_insert;
DROP TRIGGER microip_fts_update;
DROP TABLE microip_fts;
CREATE VIRTUAL TABLE microip_fts USING fts5 (
  name, description, long_summary, tags, questions, analysis,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
-- Invariant: words that were taken back are not found, whoever took them back.
CREATE TRIGGER microip_words_go
AFTER UPDATE OF name, description, long_summary, tags, questions ON microip
BEGIN DELETE FROM microip_fts WHERE rowid = NEW.microip_no; END;
