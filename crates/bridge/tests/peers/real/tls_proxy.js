// Ends TLS and passes everything on, as a proxy in front of a server does. Loopback only.
// node tls_proxy.js PORT TO_PORT KEY.pem CERTIFICATE.pem
const net = require('net'), tls = require('tls'), fs = require('fs')
const [port, to, key, certificate] = process.argv.slice(2)

tls.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, inside => {
  const outside = net.connect(+to, '127.0.0.1')
  inside.pipe(outside).pipe(inside)
  for (const [one, other] of [[inside, outside], [outside, inside]]) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }
}).on('tlsClientError', () => {}).listen(+port, '127.0.0.1', () => console.log('ready'))
