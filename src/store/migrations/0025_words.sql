-- Every token of the index once, in alphabetical order, with its column: the list that fuzzy words
-- and corrections are looked for in. Nothing is stored for it.
CREATE VIRTUAL TABLE passage_words USING fts5vocab (passage_fts, col);
