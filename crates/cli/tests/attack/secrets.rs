//! What a seat learns that it may not see, and whose card a line is about.
