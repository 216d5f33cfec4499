<?php
[, $name, $url] = $argv;
$body = '{"a":"1"}';

if ($name === 'curl') {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => 'QUERY',
        CURLOPT_HTTPHEADER => ['content-type: application/json'],
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FOLLOWLOCATION => true,
    ]);
    curl_exec($curl);
    echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL;
} elseif ($name === 'stream') {
    $http = ['method' => 'QUERY', 'header' => 'content-type: application/json', 'content' => $body];
    file_get_contents($url, false, stream_context_create(['http' => $http]));
    echo explode(' ', $http_response_header[array_key_last(preg_grep('/^HTTP/', $http_response_header))])[1], PHP_EOL;
} else {
    require '/usr/share/php/GuzzleHttp/autoload.php';
    $client = new GuzzleHttp\Client();
    $options = ['headers' => ['content-type' => 'application/json'], 'body' => $body];
    echo $client->request('QUERY', $url, $options)->getStatusCode(), PHP_EOL;
}
