//! A certificate authority of our own, and a proxy that ends TLS as one in front of a server does.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::peer::free_port;

pub struct Authority(PathBuf);

fn openssl(folder: &Path, arguments: &[&str]) {
    let done = Command::new("openssl").args(arguments).current_dir(folder).output();
    let done = done.expect("openssl is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

impl Authority {
    /// Makes one, and a certificate of it for `localhost`.
    pub fn new(folder: &Path) -> Self {
        let usual = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
        let mut ca = vec!["req", "-x509", "-days", "2", "-subj", "/CN=Test CA"];
        ca.extend(["-keyout", "ca.key", "-out", "ca.pem"]);
        openssl(folder, &[&ca[..], &usual[..]].concat());
        let mut asked = vec!["req", "-subj", "/CN=localhost", "-keyout", "key.pem"];
        asked.extend(["-out", "asked.pem"]);
        openssl(folder, &[&asked[..], &usual[..]].concat());
        std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").expect("written");
        let mut signed = vec!["x509", "-req", "-in", "asked.pem", "-days", "2", "-CA", "ca.pem"];
        signed.extend(["-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"]);
        signed.extend(["-out", "certificate.pem"]);
        openssl(folder, &signed);
        Self(folder.to_owned())
    }

    /// What a program that is to trust it is told by `SSL_CERT_FILE`.
    pub fn file(&self) -> PathBuf {
        self.0.join("ca.pem")
    }

    /// Ends TLS at a port of its own, for what listens at another.
    pub fn before(&self, to: u16) -> Proxy {
        let port = free_port();
        let script = Path::new(env!("CARGO_MANIFEST_DIR"));
        let script = script.join("../bridge/tests/peers/real/tls_proxy.js");
        let mut child = Command::new("node")
            .arg(script)
            .args([port.to_string(), to.to_string()])
            .args([self.0.join("key.pem"), self.0.join("certificate.pem")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node is there");
        let mut said = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut said).expect("readable");
        assert_eq!(said.trim(), "ready");
        Proxy { child, port }
    }
}

pub struct Proxy {
    child: Child,
    pub port: u16,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
