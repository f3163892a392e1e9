//! Forged and broken files, and the files a server leaves behind.
